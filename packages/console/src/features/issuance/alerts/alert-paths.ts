export const fleetAlertsPath = '/settings/fmaasalerts'
