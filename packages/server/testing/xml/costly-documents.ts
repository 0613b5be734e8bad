/* Tests only: documents that cost as much as the limits of the reader allow. */

export const many = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join('')

/** Elements within one another, each with its attributes. */
export const nested = (depth: number, attributes: (at: number) => string, inside: string): string =>
  `${many(depth, (at) => `<r${attributes(at)}>`)}${inside}${'</r>'.repeat(depth)}`

export const declarations = (count: number, at = 0): string =>
  many(count, (each) => ` xmlns:p${at}-${each}="u"`)

/** Many namespaces in scope of many elements that each declare one more. */
export const manyScopes = (elements: number): string =>
  nested(46, (at) => declarations(62, at), '<a xmlns:q="u"/>'.repeat(elements))
