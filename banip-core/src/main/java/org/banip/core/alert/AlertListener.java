package org.banip.core.alert;

/** Is told of the alerts of a BAN, step by step. */
@FunctionalInterface
public interface AlertListener {
    /**
     * A step was made. The steps of an alert come in order, each once in a process.
     *
     * @throws RuntimeException if it could not be told; then the host tries again for some time
     */
    void told(AlertNotice step);
}
