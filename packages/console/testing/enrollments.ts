import type { Person } from '../src/features/issuance/enrollments/enrollments.queries.ts'

/** The record of Ada, whose card may be printed. */
export const buildPerson = (change: Pick<Person, 'values'> & Partial<Person>): Person => ({
  id: '018f0000-0000-7000-8000-0000000000b1',
  workflowId: '018f0000-0000-7000-8000-0000000000a1',
  groupId: null,
  groupName: null,
  title: 'Ada',
  enrollState: 'ENROLLED',
  encodeState: null,
  state: 'ACTIVE',
  status: 'ENROLLED',
  createdAt: '2026-01-02T03:04:05.000Z',
  createdBy: 'grace',
  modifiedAt: '2026-01-03T03:04:05.000Z',
  modifiedBy: 'grace',
  version: 1,
  thumbnail: null,
  ...change,
})
