package org.banip.app;

import java.io.IOException;

/** A command as child process of a demo, which starts it by name: it ends when its standard input ends, so also when the demo is killed. */
final class DemoChild {
    private DemoChild() {}

    /** Runs a command. */
    public static void main(String[] command) {
        Thread thread = new Thread(DemoChild::endWithTheParent, "banip-parent");
        thread.setDaemon(true);
        thread.start();
        Banip.main(command);
    }

    private static void endWithTheParent() {
        try {
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            System.err.println("the demo's pipe is broken: " + e.getMessage());
        }
        System.exit(0); // the command ends in order
    }
}
