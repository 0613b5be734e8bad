export { expectAuthority, type Owner, readOwner } from './owners.ts'
