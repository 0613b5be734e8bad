export { freshlyProven, freshlyProvenAdmin } from './fresh-proof.ts'
export { expectAuthority, isAdministrator, type Owner, readOwner } from './owners.ts'
export { holdWaysIn } from './ways-in.ts'
