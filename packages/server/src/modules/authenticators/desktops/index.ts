export { desktops } from './desktops.service.ts'
