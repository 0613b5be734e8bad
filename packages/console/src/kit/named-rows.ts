/** What lists of named rows with an id have in common. */

export const rowId = ({ id }: { readonly id: string }): string => id
export const rowName = ({ name }: { readonly name: string }): string => name
export const byName = { key: 'name', isDescending: false } as const
