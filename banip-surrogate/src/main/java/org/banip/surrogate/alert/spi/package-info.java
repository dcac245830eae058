/**
 * How a host sends e-mails of alerts: a library on the class path that {@link java.util.ServiceLoader} finds, so that a host without it is lighter.
 *
 * <p>Flows in: e-mails to be sent, on the host's threads. Flows out: what the mail server answered.
 */
@NullMarked
package org.banip.surrogate.alert.spi;

import org.jspecify.annotations.NullMarked;
