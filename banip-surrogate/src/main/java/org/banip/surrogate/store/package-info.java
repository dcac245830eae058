/**
 * The store: interconnects, their packets and gaps as received, in order, durable before acknowledged (docs/store.md).
 *
 * <p>Flows in: packets and gaps in sequence order, from any thread. Flows out: notice that they are committed, on the store's writer thread; and the
 * record, as stored or decoded, on the thread of its reader.
 */
@NullMarked
package org.banip.surrogate.store;

import org.jspecify.annotations.NullMarked;
