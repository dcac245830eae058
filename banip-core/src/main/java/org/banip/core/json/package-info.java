/**
 * A small, strict reader and writer of JSON (RFC 8259) for the protocol's few documents, so that the core needs no library.
 *
 * <p>Flows in: text of at most 1 MiB, nested at most 32 deep. Flows out: typed values, or an error that names the field. Any thread.
 */
@NullMarked
package org.banip.core.json;

import org.jspecify.annotations.NullMarked;
