package org.banip.surrogate.alert.spi;

import java.time.Instant;

/**
 * An e-mail to be sent. Each of its texts is one line without control characters, but {@code text}.
 *
 * @param to one address, {@code local@domain}
 * @param messageId with angle brackets; the same in each attempt
 * @param thread message id of the alert, which each of its steps refers to
 * @param date when the step was made
 * @param urgent whether a reader should mark it
 * @param subject any characters
 * @param text lines that end with {@code \n}, any characters
 */
public record Mail(
        String to, String messageId, String thread, Instant date, boolean urgent, String subject, String text) {}
