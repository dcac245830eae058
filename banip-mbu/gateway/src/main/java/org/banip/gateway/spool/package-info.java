/**
 * What a gateway keeps in a directory: the spools of its MBUs, the descriptions of the BANs, and marks of messages (docs/gateway.md, "A spool that
 * survives"). The thread of the sessions opens and closes it; Netty's threads write marks.
 */
@NullMarked
package org.banip.gateway.spool;

import org.jspecify.annotations.NullMarked;
