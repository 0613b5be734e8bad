import { type Module } from '../../../kit/module.ts'
import { mobileSdkRoutes } from './index.ts'

export const mobileSdkModule: Module = {
  routes: [mobileSdkRoutes],
}
