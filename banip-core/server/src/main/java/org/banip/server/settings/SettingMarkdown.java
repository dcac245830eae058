package org.banip.server.settings;

import java.util.Locale;
import java.util.stream.Collectors;

/** A table of settings as Markdown, for docs/configuration.md. */
public final class SettingMarkdown {
    private SettingMarkdown() {}

    /** The table, with a line for each setting. */
    public static String of(SettingTable table) {
        StringBuilder text = new StringBuilder("| name | default | allowed | meaning |\n|---|---|---|---|\n");
        table.settings().forEach(setting -> text.append(line(setting)));
        return text.toString();
    }

    private static String line(Setting<?> setting) {
        String unit =
                setting.type().unit().isEmpty() ? "" : " " + setting.type().unit();
        String unless =
                setting.instead().isEmpty() ? "" : " without `" + String.join("` or `", setting.instead()) + "`";
        String needed = setting.needed() == Setting.Needed.IN_CONTAINER ? "; needed in a container" + unless : unless;
        return "| `" + setting.name() + "` | " + byDefault(setting) + needed + " | "
                + setting.type().allowed() + unit + " | " + meaning(setting) + " |\n";
    }

    private static String byDefault(Setting<?> setting) {
        String text = setting.defaultText();
        if (setting.byDefault().isEmpty()) {
            return text;
        }
        return setting.type().isRange() ? String.format(Locale.ROOT, "%,d", Long.parseLong(text)) : "`" + text + "`";
    }

    private static String meaning(Setting<?> setting) {
        StringBuilder text =
                new StringBuilder(setting.standaloneOnly() ? "*stand-alone:* " : "").append(setting.help());
        if (!setting.aliases().isEmpty()) {
            text.append(setting.aliases().stream()
                    .map(alias -> "`--" + alias + "`")
                    .collect(Collectors.joining(" or ", "; the option may also be written ", "")));
        }
        return text.toString();
    }
}
