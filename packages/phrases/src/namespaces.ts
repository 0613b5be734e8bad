import type { Resources } from './resources.ts'

/** A group of texts; a face loads only those its screens name. Errors are keyed by code. */
export type Namespace = keyof Resources | 'restApiErrors'

/** Groups whose files do not become a part of the key: an error's code alone is its key. */
export const flatNamespaces: ReadonlySet<string> = new Set<Namespace>(['restApiErrors'])

/** The language in which every key exists. */
export const truth = 'en'
