import type {
  CardFate,
  PrintStatus,
  QueueState,
  ReprintReason,
  Sent,
} from '@signet/rules/print-jobs'
import type { AlertCondition, AlertPhase } from '@signet/rules/printer-alerts'
import type { PrinterKind, PrinterState, PrintSides, SimulatedFault } from '@signet/rules/printers'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

interface StoredSupply {
  readonly name: string
  readonly level: number | null
  readonly isConsumed: boolean
}

export interface PrinterRow {
  tenant_id: string
  id: string
  /** The device's own number, or the row's. */
  device_id: string
  name: string
  name_key: string
  kind: PrinterKind
  uri: string | null
  location: string
  description: string
  make_and_model: string
  firmware: string
  hoppers: Json<readonly string[]>
  formats: Json<readonly string[]>
  state: PrinterState
  reasons: Json<readonly string[]>
  accepting: boolean
  supplies: Json<readonly StoredSupply[]>
  /** When the device was switched on, as it said last. */
  up_since: Date | null
  last_seen_at: Date | null
  hopper: string | null
  sides: PrintSides
  split_black: boolean
  upside_down: boolean
  /** Cards between two cleanings. */
  cleaning_after: Generated<number>
  /** Per cent below which a supply is low. */
  low_level: Generated<number>
  version: Generated<number>
  created_at: Date
  modified_at: Date
}

export interface SimulatedPrinterRow {
  tenant_id: string
  printer_id: string
  fault: SimulatedFault
  seconds_per_card: number
  ribbon_left: number
  cards_left: number
  started_at: Date
  /** Numbers of jobs begin at 1 with each start, as those of real printers do. */
  next_number: Generated<number>
  firmware: Generated<string>
}

/** Cards that came out of it, ever; `cleaned_cards` of them before it was cleaned last. */
export interface PrinterCounterRow {
  tenant_id: string
  printer_id: string
  cards: Generated<string>
  cleaned_cards: Generated<string>
  cleaned_at: Date | null
}

interface PrinterDayRow {
  tenant_id: string
  printer_id: string
  /** Midnight, UTC. */
  day: Date
  cards: number
}

export interface PrinterSupplyRow {
  tenant_id: string
  printer_id: string
  name: string
  level: number
  /** Of the printer's counter. */
  cards: string
  /** When it was filled up, or first seen. */
  begun_level: number
  begun_cards: string
  begun_at: Date
  /** Per cent a card, as the filling before went down. */
  former_per_card: number | null
}

export interface SimulatedCardRow {
  tenant_id: string
  printer_id: string
  uuid: string
  number: number
  job_name: string
  sha256: string
  taken_at: Date
  done_at: Date
  outcome: 'completed' | 'aborted' | 'canceled' | null
}

interface PrinterLaneRow {
  tenant_id: string
  printer_id: string
  due_at: Date | null
  lease_id: string | null
  leased_until: Date | null
  /** Looks in a row that nothing answered to. */
  failures: Generated<number>
}

export interface PrintBatchRow {
  tenant_id: string
  id: string
  total: number
  created_at: Date
  created_by: string
}

/** One attempt at one card. */
export interface PrintJobRow {
  tenant_id: string
  id: string
  batch_id: string
  position: number
  /** SAMPLE: of a design, marked and not counted. */
  kind: 'CARD' | 'SAMPLE'
  /** The same for every attempt at a card. */
  issuance_id: string
  attempt: number
  request_hash: string
  title: string
  /** Administrators who are limited to groups see the cards of these. */
  group_id: string | null
  design_id: string
  design_version: number
  printer_id: string | null
  printer_name: string
  hopper: string | null
  queue_state: QueueState
  print_status: PrintStatus
  sent: Sent
  cancel_wanted: Generated<boolean>
  /** It is not begun before somebody has it go on. */
  held: Generated<boolean>
  detail: Generated<string>
  device_number: number | null
  waits: Generated<number>
  next_at: Date
  reprint_reason: ReprintReason | null
  reprint_note: string | null
  previous_fate: CardFate | null
  image_sha256: string | null
  /** It uses up one of the credentials that were bought, unless it does not come out. */
  counted: Generated<boolean>
  logged: Generated<number>
  created_at: Date
  created_by: string
  started_at: Date | null
  ended_at: Date | null
  removed_at: Date | null
}

interface PrintContentRow {
  tenant_id: string
  job_id: string
  field_values: Json<Readonly<Record<string, string>>>
  ended_at: Date | null
}

export interface PrintLogRow {
  tenant_id: string
  job_id: string
  number: number
  at: Date
  event: string
  queue_state: QueueState
  print_status: PrintStatus
  detail: string
}

interface PrintCountRow {
  tenant_id: string
  day: string
  printer_name: string
  operator: string
  completed: Generated<number>
  failed: Generated<number>
  cancelled: Generated<number>
  reprinted: Generated<number>
}

export interface FleetOptInRow {
  tenant_id: string
  /** Whether the provider above sees the printers. */
  opted_in: boolean
  changed_at: Date
  changed_by: string
}

/** What a ribbon is ordered in, by its maker's number. */
export interface RibbonBundleRow {
  tenant_id: string
  ribbon_id: string
  name: string
  ribbons: number
  cards_per_ribbon: number
  cleaning_cards: number
}

export interface PrinterAlertRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  enabled: boolean
  condition: AlertCondition
  /** Per cent; null takes the level of each printer. */
  level: number | null
  settle_minutes: number
  /** Otherwise those in `printer_alert_printers`. */
  every_printer: boolean
  version: Generated<number>
  created_at: Date
  modified_at: Date
}

interface PrinterAlertPrinterRow {
  tenant_id: string
  alert_id: string
  printer_id: string
}

export interface PrinterAlertStandingRow {
  tenant_id: string
  alert_id: string
  printer_id: string
  phase: AlertPhase
  /** When the phase began. */
  at: Date
  /** When it was last told, and when last that it is over. */
  told_at: Date | null
  over_at: Date | null
  detail: string
}

interface PrinterAlertWatchRow {
  tenant_id: string
  due_at: Date
}

/** Who let a voice assistant look at printers in their name. */
export interface VoiceLinkRow {
  tenant_id: string
  user_id: string
  code_hash: Buffer | null
  code_until: Date | null
  /** In which the code was given: it ends with it. */
  code_session_id: string | null
  refresh_hash: Buffer | null
  /** Of the refresh token before: whoever shows it has a copy. */
  former_hash: Buffer | null
  session_id: string | null
  linked_at: Date | null
  used_at: Date | null
}

export interface PrintingTables {
  voice_links: VoiceLinkRow
  printer_alerts: PrinterAlertRow
  printer_alert_printers: PrinterAlertPrinterRow
  printer_alert_standings: PrinterAlertStandingRow
  printer_alert_watches: PrinterAlertWatchRow
  fleet_opt_ins: FleetOptInRow
  ribbon_bundles: RibbonBundleRow
  print_batches: PrintBatchRow
  print_jobs: PrintJobRow
  print_contents: PrintContentRow
  print_log: PrintLogRow
  print_counts: PrintCountRow
  printers: PrinterRow
  simulated_printers: SimulatedPrinterRow
  simulated_cards: SimulatedCardRow
  printer_lanes: PrinterLaneRow
  printer_counters: PrinterCounterRow
  printer_days: PrinterDayRow
  printer_supplies: PrinterSupplyRow
}
