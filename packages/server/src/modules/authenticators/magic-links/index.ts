export { askForLink } from './ask-for-link.ts'
export {
  endLink,
  findAsked,
  findOpen,
  openLinkQuery,
  type StoredMagicLink,
  toldLinkQuery,
  useLink,
} from './magic-links.repository.ts'
export { put as issueMagicLink, readOwn as readOwnMagicLink } from './magic-links.service.ts'
