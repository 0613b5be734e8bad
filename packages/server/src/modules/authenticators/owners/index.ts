export { freshlyProven, freshlyProvenAdmin } from './fresh-proof.ts'
export { expectAuthority, isAdministrator, type Owner, readOwner } from './owners.ts'
export { idOf, type Keeper, roomsOf, type TakeRoom } from './rooms.ts'
export { holdWaysIn } from './ways-in.ts'
