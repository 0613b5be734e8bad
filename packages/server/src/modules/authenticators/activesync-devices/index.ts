export { activeSync } from './activesync-devices.service.ts'
