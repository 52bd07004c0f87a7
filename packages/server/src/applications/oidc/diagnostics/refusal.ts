// An error response of the library, with the fields that only the server sees.

export type Refusal = {
  error: string;
  error_description?: string | undefined;
  /** Not part of the response. */
  error_detail?: string | undefined;
};
