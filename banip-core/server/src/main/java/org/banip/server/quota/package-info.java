/**
 * Quotas: how much one user, address or BAN may take in a window of time.
 *
 * <p>Flows in: a key and an amount. Flows out: whether it is within the limit. Any thread.
 */
@NullMarked
package org.banip.server.quota;

import org.jspecify.annotations.NullMarked;
