package org.banip.surrogate.api;

/**
 * Who sends a command, for the audit log and for the shares of people in what may wait (docs/control.md).
 *
 * @param name the name
 * @param means how this was proved, in a word: {@code password}, {@code token}
 * @param address from where; empty if from within the host
 * @param person whether it is one of the people of the host, and not a program
 */
public record CommandSender(String name, String means, String address, boolean person) {
    /** Code in the host, such as a surrogate. */
    public static final CommandSender HOST = new CommandSender("host", "surrogate", "", false);
    /** The host itself, which tells a wearer of an alert. */
    public static final CommandSender ALERTS = new CommandSender("host", "alerts", "", false);
}
