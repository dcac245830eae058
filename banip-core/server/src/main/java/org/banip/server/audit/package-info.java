/**
 * The audit log: who logged in, registered, was refused, saw or exported what, and what of files and settings changed (docs/audit.md).
 *
 * <p>Flows in: {@linkplain org.banip.server.audit.AuditEntry entries} of any thread. Flows out: files of JSON lines, each with the digest of the one
 * before, written and synced by one thread; {@link org.banip.server.audit.AuditCheck} reads them.
 */
@NullMarked
package org.banip.server.audit;

import org.jspecify.annotations.NullMarked;
