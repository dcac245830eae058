/**
 * What the study of HTTP versions transfers: pages of many objects, and alarms.
 *
 * <p>Flows in: a size and a seed. Flows out: requests, and what their answers must be. Immutable; any thread.
 */
@NullMarked
package org.banip.measure.http.transfer;

import org.jspecify.annotations.NullMarked;
