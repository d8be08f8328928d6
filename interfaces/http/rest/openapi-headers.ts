export function header(description: string, type: 'integer' | 'string') {
  return { description, schema: { type } };
}

export const requestIdHeader = {
  'X-Request-Id': header('The id of this request, for questions about it.', 'string'),
};

/** On every answer to a caller who is known. */
export const rateHeaders = {
  RateLimit: header('What is left of the rate window.', 'string'),
  'RateLimit-Policy': header('The rate window: requests and seconds.', 'string'),
};
