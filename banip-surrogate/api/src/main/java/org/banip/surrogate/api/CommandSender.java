package org.banip.surrogate.api;

/**
 * Who sends a command, for the audit log.
 *
 * @param name the name
 * @param means how this was proved, in a word: {@code password}, {@code token}
 * @param address from where; empty if from within the host
 */
public record CommandSender(String name, String means, String address) {
    /** Code in the host, such as a surrogate. */
    public static final CommandSender HOST = new CommandSender("host", "surrogate", "");
    /** The host itself, which tells a wearer of an alert. */
    public static final CommandSender ALERTS = new CommandSender("host", "alerts", "");
}
