import type { Coordinates } from './country-centres.ts'

const earthRadiusKm = 6371

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The way along a great circle, by the haversine formula. */
export const distanceKm = (one: Coordinates, other: Coordinates): number => {
  const byLatitude = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2
  const byLongitude =
    Math.cos(radians(one.latitude)) *
    Math.cos(radians(other.latitude)) *
    Math.sin(radians(other.longitude - one.longitude) / 2) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(byLatitude + byLongitude)))
}
