export { type Metadata, metadataOf, type Policy, Unregistrable } from './client-metadata.ts'
export { type Registered, registrations } from './self-registrations.service.ts'
