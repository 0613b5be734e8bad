import type { Entry } from './entry.ts'

/** Terms of reports, branding and settings. */
export const reportsAndSettingsEntries: readonly Entry[] = [
  {
    head: 'auditLog',
    at: '/reports',
    words:
      'audit log; system log; event log; sign-in log; audit trail; events; activity log; admin events',
  },
  {
    head: 'savedReport',
    at: '/reports/saved',
    words: 'report; custom report; usage report; scheduled report; pdf report; license report',
  },
  {
    head: 'auditArchive',
    at: '/reports/archives',
    words: 'archive; retention; log retention; audit archive; export audit log; long-term storage',
  },
  {
    head: 'export',
    at: '/exports',
    words: 'export; csv export; download list; excel; export users',
  },
  {
    head: 'scheduledTask',
    at: '/scheduledTasks',
    words: 'cron; schedule; scheduled job; automation; workflows; recurring task',
  },
  {
    head: 'branding',
    at: '/theme',
    words:
      'branding; brand; logo; colors; theme; customize sign-in page; company branding; favicon; login theme; custom css; look and feel',
  },
  {
    head: 'emailTemplate',
    at: '/emailTemplates',
    words:
      'email template; mail template; email customization; message templates; mjml; notification template',
  },
  {
    head: 'sharedEmailText',
    at: '/emailTemplates/words',
    words: 'email footer; email signature; shared email text; support contact; header and footer',
  },
  {
    head: 'smtp',
    at: '/settings/email',
    words:
      'smtp; mail server; email provider; sender address; from address; sendgrid; office 365 mail; relay; custom email domain; starttls',
  },
  {
    head: 'emailLog',
    at: '/settings/email/log',
    words: 'email log; mail log; delivery status; message trace',
  },
  {
    head: 'failedEmail',
    at: '/settings/email/failed',
    words: 'undelivered; bounced; resend email; retry email; dead letter; not delivered',
  },
  {
    head: 'userPortal',
    at: '/settings/userportal',
    words:
      'end-user dashboard; my apps; account console; my account portal; self-service portal; user library; my sign-ins',
  },
  {
    head: 'tenantSettings',
    at: '/settings/general',
    words:
      'tenant; realm; realm settings; org settings; account settings; company name; default language; country; tenant properties',
  },
  {
    head: 'session',
    at: '/settings/general/sessions',
    words:
      'session; session lifetime; session timeout; idle timeout; sso session max; concurrent sessions; global session policy; keep me signed in; sign-in frequency',
  },
  {
    head: 'userNotifications',
    at: '/settings/UserNotification',
    words:
      'security notification emails; user notifications; new device email; password changed email; suspicious activity',
  },
  {
    head: 'adminNotifications',
    at: '/settings/notification',
    words: 'admin notifications; alert administrators; admin email; configuration change alert',
  },
  {
    head: 'groupPolicy',
    at: '/settings/grouppolicies',
    words: 'group policy; policy assignment; per-group settings; user policy; exceptions',
  },
  {
    head: 'weakSetting',
    at: '/settings/weak',
    words:
      'security score; secure score; healthinsight; hardening; security recommendations; posture; best practices',
  },
  {
    head: 'supportContact',
    at: '/supportandresources',
    words:
      'support; help desk; contact support; customer support; version; about; documentation; system health; service status',
  },
]
