import { type Module } from '../../../kit/module.ts'
import { userAttributeRoutes } from './index.ts'

export const userAttributesModule: Module = {
  routes: [userAttributeRoutes],
  openColumns: ['user_attribute_values.unique_key'],
}
