package org.banip.surrogate.download;

/** Runs code of a downloaded surrogate with its own class loader as the thread's, as libraries expect. */
final class ContextLoader {
    private ContextLoader() {}

    /** What is run. */
    interface Code<T, E extends Exception> {
        T run() throws E;
    }

    static void run(ClassLoader loader, Runnable code) {
        Runnable unused = call(loader, () -> {
            code.run();
            return code;
        });
    }

    static <T, E extends Exception> T call(ClassLoader loader, Code<T, E> code) throws E {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return code.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
