<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>About Sessionloom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Audit rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy diagnosis report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy link to this place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy session id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>English</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed attempts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the session list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group sessions by workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import folder into library…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import session into library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import source into library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Injected context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language of the desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load earlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next prompt of yours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next session in the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open log file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open session folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the sample sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order by last prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous prompt of yours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous session in the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reload source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry saving now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roomy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search sessions by title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show first problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the data folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme of the desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>简体中文</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Application</name>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>About Sessionloom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads the session logs of AI agents. Nothing is sent anywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Single letters act while the conversation has the focus.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Conversation</name>
    <message>
        <source>1 chunk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 row could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Audit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compacted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compacted 1 item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compacted {0} items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compaction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy this answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Empty answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End of turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fork from this turn…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide attempts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Injected context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interrupted: the stream stopped here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load earlier ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading earlier…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outcome unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retried</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retried once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retried {0} times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all {0} lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show attempts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show {0} more characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show {0} more lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped at the output limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model answered with nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Today {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yesterday {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You, while it ran</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after #{0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answered in {0}, shown below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answered on attempt {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answered on attempt {0} after {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answered, shown below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>between #{0} and #{1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exit {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first token {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lines {0}–{1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ran {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>signal {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown type, shown raw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} chunks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} h {1} m</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} m {1} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} rows could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} to first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} tok/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Diagnosis</name>
    <message>
        <source> </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more problems.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 more problem.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking, %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Damaged: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repaired on reading: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file was not changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log is being read to its end. What is shown can be read already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seq %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the log is not whole</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FirstPage</name>
    <message>
        <source> </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>6 small sessions: retries, an interruption, forks, damage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files are only read. Nothing leaves this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import %1 into the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look inside %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looked in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing open yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One session, plain or compressed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a log file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a session folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the logs of your agent sessions to read and check them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the sample sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads it in place, or imports it into the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no permission to read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no sessions in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no such folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not set</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Leaving</name>
    <message>
        <source>%1 events are not saved yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 event is not saved yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An import is running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They are kept in a file beside the library and saved at the next start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was imported stays. The rest can be imported again; nothing is left half.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Menu bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search or run a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the sidebar</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>Density</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget this list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing opened yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Opening</name>
    <message>
        <source> </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 were left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 were there already, unchanged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 was left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 was there already, unchanged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled. What was imported stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a session folder into the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Imported %1 sessions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Imported 1 session.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a log file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a session folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in library</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Choose a session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect its disk or bring it back, then reload. Nothing was removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy this text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sessions in here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing in this source looks like a session log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the session…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file was not changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list on the left holds what is open; the newest prompt is on top.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This folder is not there</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search or run a command</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SessionHeader</name>
    <message>
        <source>%1 events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import into library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import this session into the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More actions for this session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>generation %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SessionList</name>
    <message>
        <source>%1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parent %1 is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expanded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fork</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unread</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Group and order sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No title holds this text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order of sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the sessions…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search sessions by title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions you open or import are listed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sources</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SourceList</name>
    <message>
        <source>%1 sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>%1 problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Importing %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Importing, looking for sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry saving now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new, nothing to save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not saved yet, next try in %2 s, %1 kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not saved: %2 %1 kept in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saved %1, %2 waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saving, %1 waiting</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TextPanel</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Titles</name>
    <message>
        <source>%1d</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1m</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1mo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1y</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Untitled %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Trouble</name>
    <message>
        <source>A link in the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was written by a program or a model. Nothing has been opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessionloom ended unexpectedly last time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something in Sessionloom broke</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your sessions were not changed. This report holds no content of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your sessions were not changed. You can go on; the report holds no content of them.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench</name>
    <message>
        <source>Turn %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fonts</name>
    <message>
        <source>Chinese text cannot be drawn: no Chinese font is installed. Install Noto Sans CJK.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chinese text cannot be drawn: no Chinese font is installed. Install the package {package}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
