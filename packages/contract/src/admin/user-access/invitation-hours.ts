/** An invitation is valid for so long. */
export const invitationHours = 72;
