/** A plain table of numbers, its first column names. */
export const numbersTable = {
  width: '100%',
  maxWidth: 560,
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  '& th, & td': { py: 0.625, px: 1, textAlign: 'right', borderBottom: 1, borderColor: 'divider' },
  '& th:first-of-type': { textAlign: 'left', fontWeight: 560 },
  '& thead th': { color: 'text.secondary', fontSize: '0.75rem', fontWeight: 560 },
} as const
