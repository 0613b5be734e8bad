/* Written by `npm run modules`. */
import type actions from './glossary/actions.json'
import type terms from './glossary/terms.json'

/** The texts of `en/glossary/`, by file. */
export interface Glossary {
  actions: typeof actions
  terms: typeof terms
}
