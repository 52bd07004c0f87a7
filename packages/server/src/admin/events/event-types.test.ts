// The filter of the list of events knows every type that the server stores, and each of them is in the OpenAPI document.

import type { eventTypes } from '@brama/contract/admin/events';
import { expectTypeOf, test } from 'vitest';
import type { EventType } from '../../events/event.ts';

test('the filter by type knows every type', () => {
  expectTypeOf<(typeof eventTypes)[number]>().toEqualTypeOf<EventType>();
});
