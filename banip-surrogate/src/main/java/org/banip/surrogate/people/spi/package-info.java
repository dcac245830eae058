/**
 * What logs people in outside the host: one identity provider, found by {@link java.util.ServiceLoader}.
 *
 * <p>Flows in: a browser's attempt to log in, and with what it came back. Flows out: the name that the provider proved, and groups. Any thread.
 */
@NullMarked
package org.banip.surrogate.people.spi;

import org.jspecify.annotations.NullMarked;
