/**
 * What an app may set: credentials, the spool's bounds and full policy, sockets and HTTP, reconnecting.
 *
 * <p>Flows in: values, checked when given. Flows out: the same, immutable. Any thread.
 */
@NullMarked
package org.banip.mbu.settings;

import org.jspecify.annotations.NullMarked;
