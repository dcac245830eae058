package org.banip.mbu.spi;

/** Executes the surrogate host's commands. */
@FunctionalInterface
public interface CommandHandler {
    /**
     * Executes a command, on the thread {@code banip-command}, one at a time.
     *
     * @param name the command's name, 1 to 64 characters
     * @param argument bytes that the command defines, at most 16,384
     * @return bytes that the command defines, at most 16,384
     * @throws Exception if the command fails or is not known; the host gets the message
     */
    byte[] handle(String name, byte[] argument) throws Exception;
}
