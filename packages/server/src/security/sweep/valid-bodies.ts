import { exampleOf } from '../../../testing/example-value.ts'
import type { Route } from '../../kit/routes.ts'
import { scenarios } from './subjects.ts'

export const validBody = ({ name, endpoint }: Route): unknown =>
  endpoint.body === undefined ? undefined : (scenarios.bodies[name] ?? exampleOf(endpoint.body))
