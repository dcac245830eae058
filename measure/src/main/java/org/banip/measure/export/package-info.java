/**
 * Stored sessions in the formats of the field's tools.
 *
 * <p>Flows in: a stored session, group by group, as a stream. Flows out: files. One thread at a time.
 */
@NullMarked
package org.banip.measure.export;

import org.jspecify.annotations.NullMarked;
