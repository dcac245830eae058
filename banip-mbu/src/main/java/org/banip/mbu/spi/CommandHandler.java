package org.banip.mbu.spi;

/** Does what the surrogate host asks of the BAN. */
@FunctionalInterface
public interface CommandHandler {
    /**
     * Carries out a command, on the thread {@code banip-command}, one at a time.
     *
     * @param name what to do, 1 to 64 characters
     * @param argument bytes the command defines, at most 16,384
     * @return bytes the command defines, at most 16,384
     * @throws Exception if it cannot be done, or the name is not known; the host is told the message
     */
    byte[] handle(String name, byte[] argument) throws Exception;
}
