export const bruno = { id: 1, name: 'Bruno', categoryId: 3, status: 'available' } as const;
export const clementine = { id: 2, name: 'Clementine', categoryId: 7 } as const;
export const limited = {
  code: 'rate_limited',
  message: 'The limit of 60 requests per minute is exceeded.',
  status: 429,
};
