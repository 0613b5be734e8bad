export {
  byRecord,
  findLiveOf,
  type Happened,
  notePasses,
  removeClaims,
  type StoredPass,
} from './live-passes.repository.ts'
export {
  designChanged,
  endPasses,
  endPassesOf,
  passesChanged,
  passSubject,
} from './live-passes.service.ts'
