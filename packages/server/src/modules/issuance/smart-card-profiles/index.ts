export { create as createSmartCardProfile } from './smart-card-profiles.service.ts'
