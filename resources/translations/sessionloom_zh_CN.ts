<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>About Sessionloom</source>
        <translation>关于 Sessionloom</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>实际大小</translation>
    </message>
    <message>
        <source>Audit rows</source>
        <translation>审计行</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Cancel import</source>
        <translation>取消导入</translation>
    </message>
    <message>
        <source>Close session</source>
        <translation>关闭会话</translation>
    </message>
    <message>
        <source>Close source</source>
        <translation>关闭来源</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>命令面板…</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>紧凑</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy diagnosis report</source>
        <translation>复制诊断报告</translation>
    </message>
    <message>
        <source>Copy link to this place</source>
        <translation>复制此处的链接</translation>
    </message>
    <message>
        <source>Copy session id</source>
        <translation>复制会话 ID</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>Failed attempts</source>
        <translation>失败的尝试</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Go to the conversation</source>
        <translation>转到对话</translation>
    </message>
    <message>
        <source>Go to the session list</source>
        <translation>转到会话列表</translation>
    </message>
    <message>
        <source>Group sessions by workspace</source>
        <translation>按工作区分组</translation>
    </message>
    <message>
        <source>Import folder into library…</source>
        <translation>将文件夹导入资料库…</translation>
    </message>
    <message>
        <source>Import session into library</source>
        <translation>将会话导入资料库</translation>
    </message>
    <message>
        <source>Import source into library</source>
        <translation>将来源导入资料库</translation>
    </message>
    <message>
        <source>Injected context</source>
        <translation>注入的上下文</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Language of the desktop</source>
        <translation>跟随系统语言</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Load earlier</source>
        <translation>加载更早的内容</translation>
    </message>
    <message>
        <source>Next error</source>
        <translation>下一个错误</translation>
    </message>
    <message>
        <source>Next node</source>
        <translation>下一节点</translation>
    </message>
    <message>
        <source>Next prompt of yours</source>
        <translation>你的下一条提问</translation>
    </message>
    <message>
        <source>Next session in the list</source>
        <translation>列表中的下一个会话</translation>
    </message>
    <message>
        <source>Next turn</source>
        <translation>下一回合</translation>
    </message>
    <message>
        <source>Open log file…</source>
        <translation>打开日志文件…</translation>
    </message>
    <message>
        <source>Open session folder…</source>
        <translation>打开会话文件夹…</translation>
    </message>
    <message>
        <source>Open the sample sessions</source>
        <translation>打开示例会话</translation>
    </message>
    <message>
        <source>Order by last prompt</source>
        <translation>按最近提问排序</translation>
    </message>
    <message>
        <source>Order by name</source>
        <translation>按名称排序</translation>
    </message>
    <message>
        <source>Previous node</source>
        <translation>上一节点</translation>
    </message>
    <message>
        <source>Previous prompt of yours</source>
        <translation>你的上一条提问</translation>
    </message>
    <message>
        <source>Previous session in the list</source>
        <translation>列表中的上一个会话</translation>
    </message>
    <message>
        <source>Previous turn</source>
        <translation>上一回合</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Raw events</source>
        <translation>原始事件</translation>
    </message>
    <message>
        <source>Regular</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>Reload source</source>
        <translation>重新加载来源</translation>
    </message>
    <message>
        <source>Retry saving now</source>
        <translation>立即重试保存</translation>
    </message>
    <message>
        <source>Roomy</source>
        <translation>宽松</translation>
    </message>
    <message>
        <source>Search sessions by title</source>
        <translation>按标题搜索会话</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Show first problem</source>
        <translation>显示第一个问题</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Show the data folder</source>
        <translation>显示数据文件夹</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>侧边栏</translation>
    </message>
    <message>
        <source>Theme of the desktop</source>
        <translation>跟随系统主题</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>简体中文</source>
        <translation>简体中文</translation>
    </message>
</context>
<context>
    <name>Application</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>About Sessionloom</source>
        <translation>关于 Sessionloom</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Reads the session logs of AI agents. Nothing is sent anywhere.</source>
        <translation>阅读 AI 智能体的会话日志。不会向任何地方发送任何内容。</translation>
    </message>
    <message>
        <source>Single letters act while the conversation has the focus.</source>
        <translation>单字母按键仅在对话获得焦点时生效。</translation>
    </message>
</context>
<context>
    <name>Conversation</name>
    <message>
        <source>1 chunk</source>
        <translation>1 个片段</translation>
    </message>
    <message>
        <source>1 row could not be read</source>
        <translation>有 1 行无法读取</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Attempt {0}</source>
        <translation>第 {0} 次尝试</translation>
    </message>
    <message>
        <source>Attempt {0} of {1}</source>
        <translation>第 {0} 次尝试，共 {1} 次</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>Compacted</source>
        <translation>已压缩</translation>
    </message>
    <message>
        <source>Compacted 1 item</source>
        <translation>已压缩 1 条</translation>
    </message>
    <message>
        <source>Compacted {0} items</source>
        <translation>已压缩 {0} 条</translation>
    </message>
    <message>
        <source>Compaction</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy this answer</source>
        <translation>复制此回答</translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation>复制此代码</translation>
    </message>
    <message>
        <source>Empty answer</source>
        <translation>空回答</translation>
    </message>
    <message>
        <source>End of turn</source>
        <translation>回合结束</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Fork from this turn…</source>
        <translation>从本回合分叉…</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>缺口</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Hide attempts</source>
        <translation>隐藏各次尝试</translation>
    </message>
    <message>
        <source>Hide summary</source>
        <translation>隐藏摘要</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Injected context</source>
        <translation>注入的上下文</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>Interrupted: the stream stopped here</source>
        <translation>已中断：流在此处停止</translation>
    </message>
    <message>
        <source>Load earlier ({0})</source>
        <translation>加载更早的 {0} 条</translation>
    </message>
    <message>
        <source>Loading earlier…</source>
        <translation>正在加载更早的内容…</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Outcome unknown</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>Output limit</source>
        <translation>输出上限</translation>
    </message>
    <message>
        <source>Raw event</source>
        <translation>原始事件</translation>
    </message>
    <message>
        <source>Retried</source>
        <translation>已重试</translation>
    </message>
    <message>
        <source>Retried once</source>
        <translation>重试了 1 次</translation>
    </message>
    <message>
        <source>Retried {0} times</source>
        <translation>重试了 {0} 次</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Rows are missing here</source>
        <translation>此处缺少若干行</translation>
    </message>
    <message>
        <source>Rows could not be read</source>
        <translation>有若干行无法读取</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Session recall</source>
        <translation>会话回顾</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show all {0} lines</source>
        <translation>显示全部 {0} 行</translation>
    </message>
    <message>
        <source>Show attempts</source>
        <translation>显示各次尝试</translation>
    </message>
    <message>
        <source>Show bytes</source>
        <translation>显示字节</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>显示更多</translation>
    </message>
    <message>
        <source>Show summary</source>
        <translation>显示摘要</translation>
    </message>
    <message>
        <source>Show {0} more characters</source>
        <translation>再显示 {0} 个字符</translation>
    </message>
    <message>
        <source>Show {0} more lines</source>
        <translation>再显示 {0} 行</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Stopped at the output limit</source>
        <translation>达到输出上限而停止</translation>
    </message>
    <message>
        <source>The model answered with nothing</source>
        <translation>模型没有返回任何内容</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Today {0}</source>
        <translation>今天 {0}</translation>
    </message>
    <message>
        <source>Tool call</source>
        <translation>工具调用</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>Turn failed</source>
        <translation>回合失败</translation>
    </message>
    <message>
        <source>Turn {0}</source>
        <translation>第 {0} 回合</translation>
    </message>
    <message>
        <source>Yesterday {0}</source>
        <translation>昨天 {0}</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>You, while it ran</source>
        <translation>你（运行期间）</translation>
    </message>
    <message>
        <source>after #{0}</source>
        <translation>在 #{0} 之后</translation>
    </message>
    <message>
        <source>after {0}</source>
        <translation>{0} 后</translation>
    </message>
    <message>
        <source>answered in {0}, shown below</source>
        <translation>用时 {0} 完成回答，见下方</translation>
    </message>
    <message>
        <source>answered on attempt {0}</source>
        <translation>第 {0} 次尝试得到回答</translation>
    </message>
    <message>
        <source>answered on attempt {0} after {1}</source>
        <translation>{1} 后，第 {0} 次尝试得到回答</translation>
    </message>
    <message>
        <source>answered, shown below</source>
        <translation>已回答，见下方</translation>
    </message>
    <message>
        <source>between #{0} and #{1}</source>
        <translation>在 #{0} 与 #{1} 之间</translation>
    </message>
    <message>
        <source>blocked before it began</source>
        <translation>开始前被阻止</translation>
    </message>
    <message>
        <source>closed by recovery</source>
        <translation>由恢复过程关闭</translation>
    </message>
    <message>
        <source>exit {0}</source>
        <translation>退出码 {0}</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>first token {0}</source>
        <translation>首字 {0}</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>第 {0} 行</translation>
    </message>
    <message>
        <source>lines {0}–{1}</source>
        <translation>第 {0}–{1} 行</translation>
    </message>
    <message>
        <source>no final message in the log</source>
        <translation>日志中没有最终消息</translation>
    </message>
    <message>
        <source>no text</source>
        <translation>没有文本</translation>
    </message>
    <message>
        <source>ran {0}</source>
        <translation>运行 {0}</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>running {0}</source>
        <translation>运行中 {0}</translation>
    </message>
    <message>
        <source>signal {0}</source>
        <translation>信号 {0}</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>stopped at the output limit</source>
        <translation>达到输出上限而停止</translation>
    </message>
    <message>
        <source>stopped by a hook</source>
        <translation>由钩子停止</translation>
    </message>
    <message>
        <source>stopped by the parent session</source>
        <translation>由父会话停止</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>由你停止</translation>
    </message>
    <message>
        <source>stopped when the session was closed</source>
        <translation>会话关闭时停止</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>the answer so far was kept</source>
        <translation>到此为止的回答已保留</translation>
    </message>
    <message>
        <source>the log ends here</source>
        <translation>日志到此为止</translation>
    </message>
    <message>
        <source>the rows after it could not be read</source>
        <translation>其后的行无法读取</translation>
    </message>
    <message>
        <source>unknown type, shown raw</source>
        <translation>未知类型，按原样显示</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>{0} chunks</source>
        <translation>{0} 个片段</translation>
    </message>
    <message>
        <source>{0} h {1} m</source>
        <translation>{0} 小时 {1} 分</translation>
    </message>
    <message>
        <source>{0} m {1} s</source>
        <translation>{0} 分 {1} 秒</translation>
    </message>
    <message>
        <source>{0} ms</source>
        <translation>{0} 毫秒</translation>
    </message>
    <message>
        <source>{0} rows could not be read</source>
        <translation>有 {0} 行无法读取</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>{0} to first token</source>
        <translation>首字 {0}</translation>
    </message>
    <message>
        <source>{0} tok/s</source>
        <translation>{0} token/秒</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>%1 can be read but not written. Nothing was changed.</source>
        <translation>%1 可以读取，但不能写入。没有改动任何内容。</translation>
    </message>
    <message>
        <source>%1 cannot be opened.</source>
        <translation>无法打开 %1。</translation>
    </message>
    <message>
        <source>%1 could not be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 has no complete first line.</source>
        <translation>%1 没有完整的第一行。</translation>
    </message>
    <message>
        <source>%1 has no readable header frame.</source>
        <translation>%1 没有可读的头帧。</translation>
    </message>
    <message>
        <source>%1 holds no session logs.</source>
        <translation>%1 中没有会话日志。</translation>
    </message>
    <message>
        <source>%1 is a database of another program, not a Sessionloom library.</source>
        <translation>%1 是其他程序的数据库，不是 Sessionloom 资料库。</translation>
    </message>
    <message>
        <source>%1 is damaged or no Sessionloom library.</source>
        <translation>%1 已损坏，或不是 Sessionloom 资料库。</translation>
    </message>
    <message>
        <source>%1 is empty.</source>
        <translation>%1 是空的。</translation>
    </message>
    <message>
        <source>%1 is in use by another program.</source>
        <translation>%1 正被另一个程序使用。</translation>
    </message>
    <message>
        <source>%1 may not be read by you.</source>
        <translation>你没有权限读取 %1。</translation>
    </message>
    <message>
        <source>%1 was written by a newer Sessionloom (schema %2; this one knows %3).</source>
        <translation>%1 由更新的 Sessionloom 写入（结构版本 %2，本程序支持到 %3）。</translation>
    </message>
    <message>
        <source>%1: The file does not begin with a session header.</source>
        <translation>%1：文件开头不是会话头。</translation>
    </message>
    <message>
        <source>%1: The first line is not the header of a session log.</source>
        <translation>%1：第一行不是会话日志的头。</translation>
    </message>
    <message>
        <source>%1: The log uses format v%2, which a newer harness wrote; this version reads up to v%3.</source>
        <translation>%1：日志采用格式 v%2，由更新的 harness 写入；本版本最多读取到 v%3。</translation>
    </message>
    <message>
        <source>%1: The log uses format v%2, which this version lists but cannot open yet.</source>
        <translation>%1：日志采用格式 v%2，本版本能列出，但还不能打开。</translation>
    </message>
    <message>
        <source>%1session &quot;%2&quot; uses log format v%3, but this harness reads only v%4: the log was written by a newer harness — upgrade the harness to open it%5</source>
        <translation>%1会话“%2”采用日志格式 v%3，但本程序只读到 v%4：日志由更新的版本写入，升级后才能打开%5</translation>
    </message>
    <message>
        <source>A complete frame ends in the middle of a line.</source>
        <translation>有一个完整的帧在行中间结束。</translation>
    </message>
    <message>
        <source>A frame could not be decoded to its end.</source>
        <translation>有一帧无法完整解码。</translation>
    </message>
    <message>
        <source>A line is no row: %1.</source>
        <translation>有一行不是记录：%1。</translation>
    </message>
    <message>
        <source>Ask its owner for the right to read it.</source>
        <translation>请向所有者申请读取权限。</translation>
    </message>
    <message>
        <source>Check that you may read the file and its folder, or choose another library.</source>
        <translation>请确认你能读取该文件及其文件夹，或选择另一个资料库。</translation>
    </message>
    <message>
        <source>Check the disk, then try again.</source>
        <translation>请检查磁盘，然后重试。</translation>
    </message>
    <message>
        <source>Check the path, or choose another one.</source>
        <translation>请检查路径，或选择另一个。</translation>
    </message>
    <message>
        <source>Choose a session log, a session folder or a harness home (often ~/.dsh).</source>
        <translation>请选择会话日志、会话文件夹或 harness 主目录（通常是 ~/.dsh）。</translation>
    </message>
    <message>
        <source>Choose a session log, a session folder or a harness home.</source>
        <translation>请选择会话日志、会话文件夹或 harness 主目录。</translation>
    </message>
    <message>
        <source>Choose another file; this one was not touched.</source>
        <translation>请选择另一个文件，这个文件没有被改动。</translation>
    </message>
    <message>
        <source>Free some space on its disk, then try again.</source>
        <translation>请清出磁盘空间，然后重试。</translation>
    </message>
    <message>
        <source>Give yourself write access to the file and its folder, or choose another library.</source>
        <translation>请取得文件及其文件夹的写入权限，或选择另一个资料库。</translation>
    </message>
    <message>
        <source>It is tried again by itself; close the other program if this lasts.</source>
        <translation>会自动重试；若持续如此，请关闭另一个程序。</translation>
    </message>
    <message>
        <source>Make the data folder writable or free space.</source>
        <translation>请让数据文件夹可写，或清出空间。</translation>
    </message>
    <message>
        <source>Move it aside, start with a new one, and import the sessions again.</source>
        <translation>请把它移到别处，新建资料库，再重新导入会话。</translation>
    </message>
    <message>
        <source>Nothing was changed; try again.</source>
        <translation>没有改动任何内容，请重试。</translation>
    </message>
    <message>
        <source>Open it again.</source>
        <translation>请重新打开。</translation>
    </message>
    <message>
        <source>Open it with a later version of Sessionloom.</source>
        <translation>请用更新版本的 Sessionloom 打开。</translation>
    </message>
    <message>
        <source>Refresh the list.</source>
        <translation>请刷新列表。</translation>
    </message>
    <message>
        <source>Rows go back to seq %1 where %2 was due.</source>
        <translation>应为 seq %2 之处退回到 seq %1。</translation>
    </message>
    <message>
        <source>Seqs %1 to %2 are missing.</source>
        <translation>缺少 seq %1 到 %2。</translation>
    </message>
    <message>
        <source>The disk reported an error while %1 was used. What was saved before is safe.</source>
        <translation>使用 %1 时磁盘报告了错误，此前已保存的内容是安全的。</translation>
    </message>
    <message>
        <source>The file is damaged at its very beginning; look for another copy.</source>
        <translation>文件开头已损坏，请寻找另一份副本。</translation>
    </message>
    <message>
        <source>The first frame holds more or less than the header line.</source>
        <translation>第一帧的内容与头行不符。</translation>
    </message>
    <message>
        <source>The last line has no end.</source>
        <translation>最后一行没有结束。</translation>
    </message>
    <message>
        <source>The log ends in %1 bytes of an unfinished write.</source>
        <translation>日志末尾有 %1 字节的未完成写入。</translation>
    </message>
    <message>
        <source>The log ends in %1 bytes of an unfinished write. %2 whole rows were recovered from it.</source>
        <translation>日志末尾有 %1 字节的未完成写入，从中恢复了 %2 个完整的行。</translation>
    </message>
    <message>
        <source>The log restarts too often; the rest is not loaded.</source>
        <translation>日志重新开始的次数过多，其余部分没有加载。</translation>
    </message>
    <message>
        <source>The log uses format v%1, which this version lists but cannot open yet.</source>
        <translation>日志采用格式 v%1，本版本能列出，但还不能打开。</translation>
    </message>
    <message>
        <source>The settings could not be saved; they stay in force until the window closes.</source>
        <translation>设置无法保存，在窗口关闭前仍然有效。</translation>
    </message>
    <message>
        <source>There is no room left for %1. What was saved before is safe.</source>
        <translation>没有空间保存 %1，此前已保存的内容是安全的。</translation>
    </message>
    <message>
        <source>There is nothing at %1.</source>
        <translation>%1 处没有任何内容。</translation>
    </message>
    <message>
        <source>This place is no longer open.</source>
        <translation>这个位置已不再打开。</translation>
    </message>
    <message>
        <source>This session is no longer in the library.</source>
        <translation>这个会话已不在资料库中。</translation>
    </message>
    <message>
        <source>This session is no longer there.</source>
        <translation>这个会话已不存在。</translation>
    </message>
    <message>
        <source>Turn %1 has no end.</source>
        <translation>第 %1 回合没有结束。</translation>
    </message>
    <message>
        <source>Update Sessionloom to open it; nothing in it was changed.</source>
        <translation>请更新 Sessionloom 后再打开，其中内容没有被改动。</translation>
    </message>
    <message>
        <source>Update Sessionloom, or the program that reads it.</source>
        <translation>请更新 Sessionloom，或更新读取它的程序。</translation>
    </message>
    <message>
        <source>Update Sessionloom.</source>
        <translation>请更新 Sessionloom。</translation>
    </message>
</context>
<context>
    <name>Diagnosis</name>
    <message>
        <source>%1 more problems.</source>
        <translation>另有 %1 个问题。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>1 more problem.</source>
        <translation>另有 1 个问题。</translation>
    </message>
    <message>
        <source>At %1.</source>
        <translation>位置：%1。</translation>
    </message>
    <message>
        <source>Checking, %1 %</source>
        <translation>正在检查，%1%</translation>
    </message>
    <message>
        <source>Damaged: %1</source>
        <translation>已损坏：%1</translation>
    </message>
    <message>
        <source>Repaired on reading: %1</source>
        <translation>读取时已修复：%1</translation>
    </message>
    <message>
        <source>The file was not changed.</source>
        <translation>文件未被改动。</translation>
    </message>
    <message>
        <source>The log is being read to its end. What is shown can be read already.</source>
        <translation>正在把日志读到末尾，已显示的内容可以先读。</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>字节 %1</translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation>第 %1 帧</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>seq %1</source>
        <translation>seq %1</translation>
    </message>
    <message>
        <source>the log is not whole</source>
        <translation>日志不完整</translation>
    </message>
</context>
<context>
    <name>FirstPage</name>
    <message>
        <source>%1 sessions</source>
        <translation>%1 个会话</translation>
    </message>
    <message>
        <source>1 session</source>
        <translation>1 个会话</translation>
    </message>
    <message>
        <source>Found on this computer</source>
        <translation>在这台电脑上找到</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>导入 %1 个</translation>
    </message>
    <message>
        <source>Import %1 into the library</source>
        <translation>将 %1 导入资料库</translation>
    </message>
    <message>
        <source>Look inside</source>
        <translation>看看内容</translation>
    </message>
    <message>
        <source>Look inside %1</source>
        <translation>看看 %1 的内容</translation>
    </message>
    <message>
        <source>Looked in</source>
        <translation>查找过的位置</translation>
    </message>
    <message>
        <source>Nothing open yet</source>
        <translation>还没有打开任何内容</translation>
    </message>
    <message>
        <source>One session, plain or compressed</source>
        <translation>单个会话，纯文本或压缩均可</translation>
    </message>
    <message>
        <source>Open a log file…</source>
        <translation>打开日志文件…</translation>
    </message>
    <message>
        <source>Open a session folder…</source>
        <translation>打开会话文件夹…</translation>
    </message>
    <message>
        <source>Open the logs of your agent sessions to read and check them. Files are only read. Nothing leaves this computer.</source>
        <translation>打开智能体会话的日志，阅读并检查。只读取文件，任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Reads it in place; import it into the library when you want to keep it</source>
        <translation>就地读取；想保留时再导入资料库</translation>
    </message>
    <message>
        <source>Small sessions: retries, an interruption, a compaction, forks, damage</source>
        <translation>几个小会话：重试、中断、压缩、分叉、损坏</translation>
    </message>
    <message>
        <source>Open the sample sessions</source>
        <translation>打开示例会话</translation>
    </message>
    <message>
        <source>no permission to read</source>
        <translation>没有读取权限</translation>
    </message>
    <message>
        <source>no sessions in it</source>
        <translation>其中没有会话</translation>
    </message>
    <message>
        <source>no such folder</source>
        <translation>没有这个文件夹</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
</context>
<context>
    <name>Leaving</name>
    <message>
        <source>%1 events are not saved yet.</source>
        <translation>有 %1 个事件尚未保存。</translation>
    </message>
    <message>
        <source>1 event is not saved yet.</source>
        <translation>有 1 个事件尚未保存。</translation>
    </message>
    <message>
        <source>An import is running</source>
        <translation>正在导入</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>留下</translation>
    </message>
    <message>
        <source>They are kept in a file beside the library and saved at the next start.</source>
        <translation>它们会留在单独的文件中，下次启动时保存。</translation>
    </message>
    <message>
        <source>What was imported stays. The rest can be imported again; nothing is left half.</source>
        <translation>已导入的会保留，其余可以再次导入；不会留下不完整的内容。</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Menu bar</source>
        <translation>菜单栏</translation>
    </message>
    <message>
        <source>Search or run a command</source>
        <translation>搜索或运行命令</translation>
    </message>
    <message>
        <source>Show or hide the sidebar</source>
        <translation>显示或隐藏侧边栏</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>Density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Forget this list</source>
        <translation>清空此列表</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Nothing opened yet</source>
        <translation>还没有打开过</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>打开最近的内容</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
</context>
<context>
    <name>Opening</name>
    <message>
        <source>%1 were left out.</source>
        <translation>略过 %1 个。</translation>
    </message>
    <message>
        <source>%1 were there already, unchanged.</source>
        <translation>%1 个已经存在，没有变化。</translation>
    </message>
    <message>
        <source>1 was left out.</source>
        <translation>略过 1 个。</translation>
    </message>
    <message>
        <source>1 was there already, unchanged.</source>
        <translation>1 个已经存在，没有变化。</translation>
    </message>
    <message>
        <source>Cancelled. What was imported stays.</source>
        <translation>已取消，已导入的会保留。</translation>
    </message>
    <message>
        <source>Import a session folder into the library</source>
        <translation>将会话文件夹导入资料库</translation>
    </message>
    <message>
        <source>Imported %1 sessions.</source>
        <translation>已导入 %1 个会话。</translation>
    </message>
    <message>
        <source>Imported 1 session.</source>
        <translation>已导入 1 个会话。</translation>
    </message>
    <message>
        <source>Open a log file</source>
        <translation>打开日志文件</translation>
    </message>
    <message>
        <source>Open a session folder</source>
        <translation>打开会话文件夹</translation>
    </message>
    <message>
        <source>Show in library</source>
        <translation>在资料库中显示</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Choose a session</source>
        <translation>选择一个会话</translation>
    </message>
    <message>
        <source>Connect its disk or bring it back, then reload. Nothing was removed.</source>
        <translation>请连接磁盘或恢复文件夹，然后重新加载。没有移除任何内容。</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Copy this text</source>
        <translation>复制这段文字</translation>
    </message>
    <message>
        <source>No sessions in here</source>
        <translation>这里没有会话</translation>
    </message>
    <message>
        <source>Nothing in this source looks like a session log.</source>
        <translation>这个来源中没有会话日志。</translation>
    </message>
    <message>
        <source>Reading the session…</source>
        <translation>正在读取会话…</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Show first</source>
        <translation>显示第一处</translation>
    </message>
    <message>
        <source>The file was not changed.</source>
        <translation>文件未被改动。</translation>
    </message>
    <message>
        <source>The list on the left holds what is open; the newest prompt is on top.</source>
        <translation>左侧列出已打开的内容，最近提问的排在最前。</translation>
    </message>
    <message>
        <source>This folder is not there</source>
        <translation>这个文件夹不存在</translation>
    </message>
    <message>
        <source>What could not be read</source>
        <translation>无法读取的内容</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Matches</source>
        <translation>匹配项</translation>
    </message>
    <message>
        <source>Search or run a command</source>
        <translation>搜索或运行命令</translation>
    </message>
</context>
<context>
    <name>SessionHeader</name>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>%1 turns</source>
        <translation>%1 回合</translation>
    </message>
    <message>
        <source>1 event</source>
        <translation>1 个事件</translation>
    </message>
    <message>
        <source>1 turn</source>
        <translation>1 回合</translation>
    </message>
    <message>
        <source>Import into library</source>
        <translation>导入资料库</translation>
    </message>
    <message>
        <source>Import this session into the library</source>
        <translation>将此会话导入资料库</translation>
    </message>
    <message>
        <source>More actions for this session</source>
        <translation>此会话的更多操作</translation>
    </message>
    <message>
        <source>generation %1</source>
        <translation>第 %1 代格式</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
</context>
<context>
    <name>SessionList</name>
    <message>
        <source>%1 more</source>
        <translation>还有 %1 个</translation>
    </message>
    <message>
        <source>No workspace</source>
        <translation>无工作区</translation>
    </message>
    <message>
        <source>Parent %1 is missing</source>
        <translation>父会话 %1 缺失</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>已收起</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>fork</source>
        <translation>分叉</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>unread</source>
        <translation>未读</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <source>Group and order sessions</source>
        <translation>会话的分组与排序</translation>
    </message>
    <message>
        <source>Last prompt</source>
        <translation>按最近提问</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>No title holds this text.</source>
        <translation>没有标题包含这段文字。</translation>
    </message>
    <message>
        <source>Open a source</source>
        <translation>打开来源</translation>
    </message>
    <message>
        <source>Order of sessions</source>
        <translation>会话排序</translation>
    </message>
    <message>
        <source>Reading the sessions…</source>
        <translation>正在读取会话…</translation>
    </message>
    <message>
        <source>Search sessions</source>
        <translation>搜索会话</translation>
    </message>
    <message>
        <source>Search sessions by title</source>
        <translation>按标题搜索会话</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Sessions you open or import are listed here.</source>
        <translation>你打开或导入的会话会列在这里。</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
</context>
<context>
    <name>SourceList</name>
    <message>
        <source>%1 sessions</source>
        <translation>%1 个会话</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>读取中</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>%1 problems</source>
        <translation>%1 个问题</translation>
    </message>
    <message>
        <source>1 problem</source>
        <translation>1 个问题</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel the import</source>
        <translation>取消导入</translation>
    </message>
    <message>
        <source>Import progress</source>
        <translation>导入进度</translation>
    </message>
    <message>
        <source>Importing %1 of %2</source>
        <translation>正在导入第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>Importing, looking for sessions</source>
        <translation>正在导入，查找会话中</translation>
    </message>
    <message>
        <source>Retry now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>Retry saving now</source>
        <translation>立即重试保存</translation>
    </message>
    <message>
        <source>new, nothing to save</source>
        <translation>新建，无需保存</translation>
    </message>
    <message>
        <source>not saved yet, next try in %2 s, %1 kept</source>
        <translation>尚未保存，%2 秒后重试，保留 %1 条</translation>
    </message>
    <message>
        <source>not saved: %2 %1 kept in memory</source>
        <translation>未保存：%2内存中保留 %1 条</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>saved %1, %2 waiting</source>
        <translation>已保存 %1，%2 条等待</translation>
    </message>
    <message>
        <source>saving, %1 waiting</source>
        <translation>正在保存，%1 条等待</translation>
    </message>
</context>
<context>
    <name>TextPanel</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Titles</name>
    <message>
        <source>%1d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1m</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1mo</source>
        <translation>%1 个月</translation>
    </message>
    <message>
        <source>%1y</source>
        <translation>%1 年</translation>
    </message>
    <message>
        <source>Untitled %1</source>
        <translation>未命名 %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>Trouble</name>
    <message>
        <source>A link in the log</source>
        <translation>日志中的链接</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>It was written by a program or a model. Nothing has been opened.</source>
        <translation>它由程序或模型写入，尚未打开任何内容。</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>在浏览器中打开</translation>
    </message>
    <message>
        <source>Sessionloom ended unexpectedly last time</source>
        <translation>Sessionloom 上次意外退出</translation>
    </message>
    <message>
        <source>Something in Sessionloom broke</source>
        <translation>Sessionloom 出现故障</translation>
    </message>
    <message>
        <source>Your sessions were not changed. This report holds no content of them.</source>
        <translation>你的会话没有被改动，这份报告不含会话内容。</translation>
    </message>
    <message>
        <source>Your sessions were not changed. You can go on; the report holds no content of them.</source>
        <translation>你的会话没有被改动，可以继续使用；报告不含会话内容。</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>%1 %2</source>
        <comment>two sentences, one after the other</comment>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>Workbench</name>
    <message>
        <source>Turn %1</source>
        <translation>第 %1 回合</translation>
    </message>
    <message>
        <source>Turn %1 of %2</source>
        <translation>第 %1 回合，共 %2 回合</translation>
    </message>
</context>
</TS>
