// Addresses of the administration API. Contains no schemas: the server loads those with the first request.

export const adminPath = '/api/admin';

/** The OpenAPI document, for everyone. */
export const openApiPath = '/api/openapi.json';

/** The same as a page. */
export const referencePath = '/api/reference';

/** The console, below the language. */
export const consolePath = 'admin';
