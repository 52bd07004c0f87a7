// The calls that public clients of KPI ID make, and the response of Brama to each. The documents contain this table,
// and a test sends every call. Taken from kpi-ua/kpi-id-button 003cb10, kpi-ua/ecampus.kpi.ua be6aa67 and
// srkpi/vote-oss 3065087.

type Client = 'kpi-id-button' | 'ecampus.kpi.ua' | 'vote-oss';

type Call = {
  /** As in the source code of the client, or derived from it. */
  call: string;
  clients: readonly [Client, ...Client[]];
  /** The status, with the error code of a refusal. */
  answer: string;
  /** Whether the client works without a change. */
  isSame: boolean;
};

export const kpiIdCalls = {
  'button-link': {
    call: 'GET /?appId=…',
    clients: ['kpi-id-button', 'ecampus.kpi.ua'],
    answer: '302',
    isSame: true,
  },
  'diia-page': {
    call: 'GET /{uk,en}/diia?appId=…',
    clients: ['vote-oss'],
    answer: '200',
    isSame: true,
  },
  ticket: {
    call: 'GET /api/ticket?ticketId=…&appId=…&appSecret=…',
    clients: ['ecampus.kpi.ua', 'vote-oss'],
    answer: '200',
    isSame: true,
  },
  'ticket-again': {
    call: 'GET /api/ticket?… ×3',
    clients: ['ecampus.kpi.ua'],
    answer: '200',
    isSame: true,
  },
  'ticket-expired': {
    call: 'GET /api/ticket?… > 5 min',
    clients: ['ecampus.kpi.ua', 'vote-oss'],
    answer: '404 application.ticket-refused',
    isSame: true,
  },
  'diia-link': {
    call: 'GET /api/diia/app-link',
    clients: ['vote-oss'],
    answer: '200',
    isSame: true,
  },
  'diia-status': {
    call: 'GET /api/diia/check-request?requestId=…',
    clients: ['vote-oss'],
    answer: '404 diia.request-unknown',
    isSame: false,
  },
  'start-session': {
    call: 'POST /api/auth/internal {sessionId}',
    clients: ['vote-oss'],
    answer: '403 request.foreign-origin',
    isSame: false,
  },
  user: { call: 'GET /api/user', clients: ['vote-oss'], answer: '200', isSame: false },
  'sign-out': {
    call: 'GET /api/auth/logout',
    clients: ['vote-oss'],
    answer: '405 request.method-not-allowed',
    isSame: false,
  },
} as const satisfies Record<string, Call>;

export type KpiIdCall = keyof typeof kpiIdCalls;
