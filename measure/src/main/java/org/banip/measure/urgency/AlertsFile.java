package org.banip.measure.urgency;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The raw data: each step of each alert, where and when it came. */
final class AlertsFile {
    private AlertsFile() {}

    static void write(Path file, List<AlertReceipt> webhook, List<AlertReceipt> page) throws IOException {
        StringBuilder text = new StringBuilder("to,by,event,sinceNanos,atNanos,key\r\n");
        webhook.forEach(receipt -> append(text, "webhook", receipt));
        page.forEach(receipt -> append(text, "page", receipt));
        Files.writeString(file, text);
    }

    private static void append(StringBuilder text, String to, AlertReceipt receipt) {
        text.append(String.join(
                        ",",
                        to,
                        receipt.by(),
                        receipt.event(),
                        Long.toString(receipt.sinceNanos()),
                        Long.toString(receipt.atNanos()),
                        receipt.key()))
                .append("\r\n");
    }
}
