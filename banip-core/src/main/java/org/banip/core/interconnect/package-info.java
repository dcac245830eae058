/**
 * The JSON documents that open an interconnect and report errors (docs/protocol.md, "Registration").
 *
 * <p>Flows in: records, or JSON text. Flows out: the other form. Any thread.
 */
@NullMarked
package org.banip.core.interconnect;

import org.jspecify.annotations.NullMarked;
