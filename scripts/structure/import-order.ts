/** As the formatter sorts imports: folder by folder, and a name before those that it begins. */
const keyOf = (from: string): string => from.replaceAll('/', '\u0001').replaceAll('.', '\u0002')

export const inImportOrder = (
  a: { readonly from: string },
  b: { readonly from: string },
): number => (keyOf(a.from) < keyOf(b.from) ? -1 : 1)
