/**
 * Alerts by e-mail (docs/graded-alerts.md, "E-mail"): a {@link org.banip.surrogate.alert.spi.Mailer} on Jakarta Mail.
 *
 * <p>Flows in: e-mails, on threads of the host. Flows out: SMTP to one mail server, a connection for each e-mail; what it answered.
 */
@NullMarked
package org.banip.surrogate.mail;

import org.jspecify.annotations.NullMarked;
